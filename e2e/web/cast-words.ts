/** In which language the sessions of the cast are written. */
export type CastLanguage = 'en' | 'zh-CN'

const code = ['```js', 'export function hours(text) {', '  return Number(text) * 3600', '}', '```'].join('\n')

const en = {
  short: 'That is all there is to it.',
  interrupted: 'Move the parser into a package of its own',
  interruptedSaid: 'I begin with the files nothing else needs.',
  archived: 'Write down how releases are made',
  idle: 'Not begun yet',
  drafting: 'A message being written',
  complete: 'Name the unit in every error',
  completeSaid: 'Each error names its unit now.',
  completeSummary: 'Every error of the parser **names the unit** it could not read. Two tests were added.',
  denied: 'Clean up and publish',
  deniedSaid: 'I remove the old build and publish the branch.',
  failed: 'Find out why the build is slow',
  failedSaid: 'I measure the build first.',
  failedBecause: 'The profiler could not be reached.',
  steered: 'List what is in the folder',
  steeredSaid: 'I left the hidden files out, as you said.',
  steering: 'Leave out the hidden files',
  finished: 'Fix the hours of the date parser',
  thinks: 'The test wants 3600 seconds for an hour. The function multiplies by 360, so a zero is missing.',
  looks: 'I look at the parser and its test.',
  fixes: 'An hour has **3600** seconds; the function says 360.',
  document: '# Units\n\nAn hour has 3600 seconds.\n',
  todos: ['Look at the parser', 'Fix the hours', 'Write down the units'],
  report: [
    '## What was wrong',
    'The function took an hour for 360 seconds. It reads now:',
    code,
    '| Unit | Seconds |\n|---|---:|\n| minute | 60 |\n| hour | 3600 |',
    '1. The test passes.\n2. The units are [written down](https://example.com/units).\n3. Nothing else changed.',
    '> Numbers with a comma are still not read.',
  ].join('\n\n'),
  pictureSaid: 'Does it look like this?',
  modelAsked: 'What is in this repository?',
  modelAskedMore: 'And is anything uncommitted?',
  modelReport: 'A small **date parser** with one test. The working tree has changes that are not committed.',
  retrying: 'Say hello',
  untrusted: 'A folder of somebody else',
  question: 'Add support for weeks',
  questionSaid: 'Before I begin I need to know a few things.',
  questions: {
    questions: [
      { question: 'On which day does a week begin?', kind: 'choose-one', options: ['Monday', 'Sunday'] },
      { question: 'Which words mean a week?', kind: 'choose-many', options: ['w', 'week', 'weeks'], optional: true },
      { question: 'How many weeks at most?', kind: 'number', optional: true },
      { question: 'Anything else?', kind: 'text', optional: true },
    ],
  },
  approval: 'Install what the tests need',
  approvalSaid: 'The tests need a package.',
  working: 'Watch the tests and mend what breaks',
  workingSaid: 'I run the tests whenever a file changes.',
  queued: ['Then update the changelog', 'And tell me how long it took'],
  failures: {
    'wrong-key': 'A key that is not accepted',
    forbidden: 'A model that is not allowed',
    'unknown-model': 'A model nobody knows',
    quota: 'No money left',
    'rate-limit': 'Too many requests',
    overloaded: 'A provider that is overloaded',
    'server-error': 'A provider with an error',
    'context-too-long': 'Too much said',
    'bad-request': 'A request that is not taken',
    'broken-stream': 'An answer that breaks off',
    'empty-answer': 'An answer of nothing',
  },
} as const

/** The words of the sessions of the cast; keys of `failures` tell the model what to do. */
export type CastWords = {
  readonly [K in keyof typeof en]: (typeof en)[K] extends string
    ? string
    : (typeof en)[K] extends readonly string[]
      ? readonly string[]
      : (typeof en)[K] extends { readonly questions: unknown }
        ? { readonly questions: readonly object[] }
        : Readonly<Record<string, string>>
}

const zhCN: CastWords = {
  short: '就这些。',
  interrupted: '把解析器移到单独的包里',
  interruptedSaid: '我先处理没有别处用到的文件。',
  archived: '写下发布流程',
  idle: '还没开始',
  drafting: '正在写的消息',
  complete: '让每个错误都说明单位',
  completeSaid: '现在每个错误都会说明单位。',
  completeSummary: '解析器的每个错误现在都**说明单位**。加了两个测试。',
  denied: '清理并发布',
  deniedSaid: '我删除旧的构建并发布分支。',
  failed: '查清构建为什么慢',
  failedSaid: '我先测量构建。',
  failedBecause: '连不上性能分析器。',
  steered: '列出文件夹里的内容',
  steeredSaid: '按你说的，我略过了隐藏文件。',
  steering: '略过隐藏文件',
  finished: '修正日期解析器的小时',
  thinks: '测试要求一小时为 3600 秒，函数却乘以 360，少了一个零。',
  looks: '我先看解析器和它的测试。',
  fixes: '一小时有 **3600** 秒，函数里写的是 360。',
  document: '# 单位\n\n一小时有 3600 秒。\n',
  todos: ['看解析器', '修正小时', '写下单位'],
  report: [
    '## 问题在哪里',
    '函数把一小时当成 360 秒。现在是这样：',
    code,
    '| 单位 | 秒数 |\n|---|---:|\n| 分钟 | 60 |\n| 小时 | 3600 |',
    '1. 测试通过。\n2. 单位已经[写下来](https://example.com/units)。\n3. 其他都没有改动。',
    '> 带逗号的数字仍然读不了。',
  ].join('\n\n'),
  pictureSaid: '是这个样子吗？',
  modelAsked: '这个仓库里有什么？',
  modelAskedMore: '有没有未提交的改动？',
  modelReport: '一个小的**日期解析器**，有一个测试。工作区有未提交的改动。',
  retrying: '打个招呼',
  untrusted: '别人的文件夹',
  question: '支持星期',
  questionSaid: '开始之前我需要知道几件事。',
  questions: {
    questions: [
      { question: '一星期从哪一天开始？', kind: 'choose-one', options: ['星期一', '星期日'] },
      { question: '哪些词表示星期？', kind: 'choose-many', options: ['周', '星期', '礼拜'], optional: true },
      { question: '最多几个星期？', kind: 'number', optional: true },
      { question: '还有别的吗？', kind: 'text', optional: true },
    ],
  },
  approval: '安装测试需要的包',
  approvalSaid: '测试需要一个包。',
  working: '盯着测试，坏了就修',
  workingSaid: '每当文件改动，我就运行测试。',
  queued: ['然后更新变更日志', '再告诉我花了多久'],
  failures: {
    'wrong-key': '密钥不被接受',
    forbidden: '模型不许使用',
    'unknown-model': '没人认识的模型',
    quota: '没有余额了',
    'rate-limit': '请求太多',
    overloaded: '提供方过载',
    'server-error': '提供方出错',
    'context-too-long': '说得太多',
    'bad-request': '请求不被接受',
    'broken-stream': '回答中断',
    'empty-answer': '空的回答',
  },
}

export const castWords: Readonly<Record<CastLanguage, CastWords>> = { en, 'zh-CN': zhCN }
