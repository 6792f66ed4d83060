import type { Message } from '../message.ts'
import type { enComposer } from './en-composer.ts'

/** 输入框、队列与模型选择的文字。 */
export const zhCNComposer: Readonly<Record<keyof typeof enComposer, Message>> = {}
