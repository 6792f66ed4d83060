/** Lone surrogates, and control characters other than tab and line ends: no provider takes them all. */
const unfit = /\p{Surrogate}|(?![\t\n\r])\p{Cc}/gu
const lineSeparators = /[\u2028\u2029]/g

/** Said for the user where a wire wants somebody to speak and nobody did. */
export const goOn = 'Go on.'
/** Stands before a conversation that begins with the model. */
export const opening = '(The beginning of this conversation is not shown.)'
/** Stands where a message has neither text nor image. */
export const emptyMessage = '(empty message)'
/** Stands for the result of a call that printed nothing. */
export const emptyResult = '(no output)'
/** Stands for the result of a call that was begun and never ended. */
export const interruptedResult = 'The call was interrupted and has no result. It may or may not have taken effect.'
/** Said for the model where a wire lets no user speak right after a tool. */
export const heard = 'Understood.'

/** Text that every wire takes: well-formed, without control characters, with plain line ends. The same text where nothing is wrong. */
export function cleanText(text: string): string {
  return text.replace(unfit, '\uFFFD').replace(lineSeparators, '\n')
}

/** Whether it can be sent as it is; what is not Unicode cannot, and is in no JSON. */
export function isSendable(text: string): boolean {
  return !/[\p{Surrogate}\0]/u.test(text)
}

/** Whether there is nothing to read in it, which Anthropic refuses as a text. */
export function isBlank(text: string): boolean {
  return text.trim() === ''
}
