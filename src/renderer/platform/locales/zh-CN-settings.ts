import type { Message } from '../message.ts'
import type { enSettings } from './en-settings.ts'

/** 设置、命令与命令面板的文字。 */
export const zhCNSettings: Readonly<Record<keyof typeof enSettings, Message>> = {
  'command.sessionNumber': '列表中的第 {number} 个会话',
  'command.filterSessions': '筛选会话',
  'command.beside': '在旁边打开下一个会话',
  'command.closePane': '关闭当前窗格',
  'command.previousPane': '上一个窗格',
  'command.undoDiscard': '撤销上一次丢弃',
  'command.plan': '计划',
  'command.activity': '活动',
  'command.noDiscard': '这里没有可以撤销的丢弃。',
  'command.noNeed': '没有会话在等你处理。',
}
