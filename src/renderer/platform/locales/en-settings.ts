/** Texts of settings. */
export const enSettings = {} as const
