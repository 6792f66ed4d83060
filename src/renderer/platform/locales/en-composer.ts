/** Texts of the composer, the queue and the choice of a model. */
export const enComposer = {} as const
