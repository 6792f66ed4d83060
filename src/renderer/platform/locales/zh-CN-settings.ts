import type { Message } from '../message.ts'
import type { enSettings } from './en-settings.ts'

/** 设置的文字。 */
export const zhCNSettings: Readonly<Record<keyof typeof enSettings, Message>> = {}
