import type { modelFailureTexts } from '../../../protocol/model-failures.ts'

/** 模型调用失败的原因。键是主机给出的 `model.<种类>` 里的种类。 */
export const zhCNModelFailures: Readonly<Record<keyof typeof modelFailureTexts, string>> = {
  'no-key': '{provider} 需要密钥。请在“设置 → 模型与密钥”中添加。',
  'wrong-key': '{provider} 不接受这个密钥。请在“设置 → 模型与密钥”中换一个。',
  forbidden: '这个密钥不能使用 {provider} 的 {model}（{detail}）。请换一个模型，或使用有权限的密钥。',
  'unknown-model': '{provider} 不认识模型 {model}。请换一个模型。',
  quota: '{provider} 账户的额度已用完（{detail}）。请充值，或换一个模型。',
  'rate-limit': '这个账户发给 {provider} 的请求太多。请稍后再试。',
  overloaded: '{provider} 过载。请过一分钟再试，或换一个模型。',
  'server-error': '{provider} 自身出错（{detail}）。请再试一次，或换一个模型。',
  'context-too-long': '这段对话对 {model} 来说太长。请新开对话，或选择窗口更大的模型。',
  refused: '{provider} 拒绝回答（{detail}）。请换一种说法，或换一个模型。',
  'bad-request': '{provider} 没有接受发给 {model} 的请求：{detail}',
  unreachable: '无法连接 {provider}（{detail}）。请检查它是否在运行，以及地址和网络。',
  'broken-stream': '{provider} 的回答中断了（{detail}）。请再试一次。',
  'empty-answer': '{model} 的回答是空的。请再试一次，或换一个模型。',
  'cut-short': '{model} 在工具调用途中达到输出上限。请把任务拆成更小的步骤。',
}

/** 填入失败原因的细节里需要翻译的。 */
export const zhCNFailureDetails: Readonly<Record<string, string>> = {
  'connection refused': '连接被拒绝',
  'connection closed': '连接被关闭',
  'no such host': '找不到这个主机名',
  'the name service does not answer': '域名服务没有回应',
  'timed out': '超时',
  'no network': '没有网络',
  'no way to the host': '无法到达那台主机',
  'it wants requests sent to another address': '它要求把请求发到另一个地址',
  'no reason given': '没有说明原因',
}

/** 回合结束的其他原因。键是主机给出的 `run.<种类>` 里的种类。 */
export const zhCNRunFailures: Readonly<Record<string, string>> = {
  'too-many-rounds': '代理在 {rounds} 轮内没有完成。可以让它继续。',
  'too-many-calls': '代理要求的工具调用超过 {calls} 次。可以让它继续。',
  stopped: '回合已停止。',
  'broken-stream': '回答中断了。请再试一次。',
  'reply-silent': '回答停住了：{seconds} 秒没有收到任何内容。已收到的都已保留。',
  'reply-too-long': '回答过长：已在 {size} 处截断。已收到的都已保留。',
  'reply-failed': '无法读取回答：{problem}。已收到的都已保留。',
  'no-model': '没有可用的模型。请在“设置 → 模型与密钥”中添加密钥，或启动一个本地模型。',
  'no-such-model': '这里没有模型 {model}。请换一个模型。',
  untrusted: '没有运行任何东西：还不信任这个文件夹。',
  folderMissing: '没有运行任何东西：这个会话没有可以工作的文件夹。',
  agentMissing: '这里没有代理 {agent}。',
  storage: '数据无法写入磁盘：{problem}',
  harness: '代理自身出错，停了下来。',
}

/** 没有键的结束原因，主机的英文原句在左边。 */
export const zhCNEndings: readonly (readonly [english: string, chinese: string])[] = [
  ['The turn was stopped.', '回合已停止。'],
  ['The answer broke off. Try again.', '回答中断了。请再试一次。'],
  ['The answer did not end.', '回答没有结束。'],
  [
    'The agent did not finish within {rounds} rounds. Resume to let it go on.',
    '代理在 {rounds} 轮内没有完成。可以让它继续。',
  ],
  [
    'The agent asked for more than {calls} tool calls. Resume to let it go on.',
    '代理要求的工具调用超过 {calls} 次。可以让它继续。',
  ],
  [
    'The answer asked for more than {calls} tool calls. None of them ran.',
    '回答要求的工具调用超过 {calls} 次，一次也没有执行。',
  ],
  [
    'The answer stopped coming: nothing for {seconds} s. What came so far is kept.',
    '回答停住了：{seconds} 秒没有收到任何内容。已收到的都已保留。',
  ],
  [
    'The answer did not end: it was cut at {size}. What came so far is kept.',
    '回答过长：已在 {size} 处截断。已收到的都已保留。',
  ],
  ['The answer could not be read: {problem}. What came so far is kept.', '无法读取回答：{problem}。已收到的都已保留。'],
  [
    'There is no model to ask. Add a key in Settings → Models & keys, or start a local model.',
    '没有可用的模型。请在“设置 → 模型与密钥”中添加密钥，或启动一个本地模型。',
  ],
  ['There is no model {model} here. Choose another one.', '这里没有模型 {model}。请换一个模型。'],
  ['Nothing was run: the session has no folder to work in.', '没有运行任何东西：这个会话没有可以工作的文件夹。'],
  ['Nothing was run: {why}.', '没有运行任何东西：还不信任这个文件夹。'],
  ['The agent {agent} is not available here.', '这里没有代理 {agent}。'],
  ['The agent stopped because of a fault in it.', '代理自身出错，停了下来。'],
  ['Interrupted', '被中断'],
  ['The script is malformed. {why}', '脚本格式有误。{why}'],
]

/** 等待重试时显示的一行。 */
export const zhCNRetry = [
  '{problem}: asking again in {seconds} s ({attempt} of {of})',
  '{problem}：{seconds} 秒后再问一次（第 {attempt} 次，共 {of} 次）',
] as const

/** 等待结束、正要重试时的一行。 */
export const zhCNRetryNow = [
  '{problem}: asking again now ({attempt} of {of})',
  '{problem}：现在再问一次（第 {attempt} 次，共 {of} 次）',
] as const

/** 等待重试的原因。 */
export const zhCNRetryProblems: readonly (readonly [english: string, chinese: string])[] = [
  ['Rate limited by {provider}', '{provider} 限制了请求频率'],
  ['{provider} is overloaded', '{provider} 过载'],
  ['{provider} had an error', '{provider} 出错'],
  ['{provider} cannot be reached', '无法连接 {provider}'],
  ['The answer of {provider} broke off', '{provider} 的回答中断了'],
  ['{provider} answered nothing', '{provider} 什么也没回答'],
  ['{provider} did not answer', '{provider} 没有回答'],
]
