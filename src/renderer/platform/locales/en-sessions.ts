/** Texts of the session list, panes side by side and notifications. */
export const enSessions = {} as const
