/** From this width on, in pixels, a diff shows its sides beside each other unless the person chose otherwise. */
export const splitFromWidth = 900

/** Below this width, in pixels, as on a phone, a diff is inline and its lines wrap: sideways scrolling loses the reader. */
export const neverSplitBelowWidth = 560
