/** From this width on, in pixels, a diff shows its sides beside each other unless the person chose otherwise. */
export const splitFromWidth = 900
