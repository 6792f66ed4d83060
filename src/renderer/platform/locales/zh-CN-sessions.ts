import type { Message } from '../message.ts'
import type { enSessions } from './en-sessions.ts'

/** 会话列表、并排窗格与通知的文字。 */
export const zhCNSessions: Readonly<Record<keyof typeof enSessions, Message>> = {}
