import type { Message } from '../message.ts'
import type { enTranscript } from './en-transcript.ts'

/** 对话内容的文字。 */
export const zhCNTranscript: Readonly<Record<keyof typeof enTranscript, Message>> = {}
