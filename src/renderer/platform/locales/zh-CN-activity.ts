import type { Message } from '../message.ts'
import type { enActivity } from './en-activity.ts'

/** 动态、计划与模型调用的文字。 */
export const zhCNActivity: Readonly<Record<keyof typeof enActivity, Message>> = {}
