/** 主机说明模型服务商状况、端点填写问题的句子。左边是主机的英文原句，花括号处是主机填入的内容；右边是中文。不认识的句子按原文显示。 */
export const zhCNProviders: readonly (readonly [english: string, chinese: string])[] = [
  ['It cannot be reached (no answer in time).', '无法连接（没有及时回应）。'],
  ['It cannot be reached (no connection).', '无法连接（没有连接）。'],
  ['It cannot be reached (ECONNREFUSED).', '无法连接（连接被拒绝）。'],
  ['It cannot be reached (ENOTFOUND).', '无法连接（找不到这个主机名）。'],
  ['It cannot be reached ({why}).', '无法连接（{why}）。'],
  ['It answered {status}.', '它回应了 {status}。'],
  ['What answers there is no list of models.', '那里回应的不是模型列表。'],
  [
    'The key of the environment is not sent to another machine over plain http. Use https.',
    '环境变量里的密钥不会经明文 http 发往其他机器。请改用 https。',
  ],
  ['A key holds no blanks and no letters beyond ASCII.', '密钥里不会有空格，也不会有 ASCII 以外的字符。'],
  ['{provider} did not accept this key.', '{provider} 不接受这个密钥。'],
  ['This is not an address. It begins with https://.', '这不是地址。地址以 https:// 开头。'],
  ['The address has to begin with https:// or http://.', '地址必须以 https:// 或 http:// 开头。'],
  [
    'A user or password in the address would be shown to everybody. Give the key apart.',
    '地址里的用户名或密码会被所有人看到。请另外提供密钥。',
  ],
  ['The address may not hold a query (what follows a "?").', '地址里不能带查询部分（“?”之后的内容）。'],
  [
    'An address of Azure is either a host alone (https://NAME.openai.azure.com) or ends in /openai/v1 (https://NAME.services.ai.azure.com/openai/v1).',
    'Azure 的地址要么只有主机名（https://NAME.openai.azure.com），要么以 /openai/v1 结尾（https://NAME.services.ai.azure.com/openai/v1）。',
  ],
  ['An endpoint of this kind is called over {wires}.', '这种端点只能用 {wires} 接口。'],
  ['There is a provider {id} already.', '已经有名为 {id} 的服务商。'],
]
