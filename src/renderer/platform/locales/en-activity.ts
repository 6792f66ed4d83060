/** Texts of activity, plan and model calls. */
export const enActivity = {} as const
