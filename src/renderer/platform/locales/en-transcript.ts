/** Texts of the chat: turns, steps, errors. */
export const enTranscript = {} as const
