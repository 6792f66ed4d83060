/**
 * 工具没能做成一件事的原因。左边是主机的英文原句，花括号处是主机填入的内容；右边是中文。“{reason}”处是另一个句子。不认识的句子按原文显示。
 */
export const zhCNProblems: readonly (readonly [english: string, chinese: string])[] = [
  ['Could not {did} {path}: {reason}', '无法{did} {path}：{reason}'],
  ['Nothing was committed: {why}', '没有提交：{why}'],
  ['Changed since it was checked: {why}', '检查之后有变化：{why}'],
  ['{reason} Nothing was changed.', '{reason}没有任何改动。'],

  ['It is not there.', '它不存在。'],
  ['It exists already.', '它已经存在。'],
  ['It is not a text file in UTF-8.', '它不是 UTF-8 文本文件。'],
  ['It leads elsewhere than when it was checked.', '它现在通向的地方与检查时不同。'],
  ['The place could not be found out.', '无法确定它在哪里。'],
  ['The folder is not empty.', '文件夹不是空的。'],
  ['The folder this session works in is not there any more.', '这个会话工作的文件夹已不存在。'],
  ['The file has {size} bytes; {most} are read at most.', '文件有 {size} 字节；最多读取 {most} 字节。'],
  [
    '{file}: {mark} stands for a secret that was taken out of what you were shown. Written into the file it would replace the real one. Leave that place out of the edit and change only what is around it.',
    '{file}：{mark} 代表一个没有给你看的机密。写进文件会取代真正的内容。编辑时请避开那一处，只改周围的部分。',
  ],
  ['The text is larger than {most} bytes.', '文本超过 {most} 字节。'],
  [
    '{file} exists already. Edit it, or set overwrite to replace it whole.',
    '{file} 已经存在。请编辑它，或设置 overwrite 整体替换。',
  ],
  ['{file} exists already.', '{file} 已经存在。'],
  ['{file} is not there any more.', '{file} 已不存在。'],
  ['{file} is not there.', '{file} 不存在。'],
  ['{file} is not a file.', '{file} 不是文件。'],
  ['{file} is a folder; only files are deleted.', '{file} 是文件夹；只能删除文件。'],
  ['{file} is a folder; only files are moved.', '{file} 是文件夹；只能移动文件。'],
  ['{file} is a binary file ({size} bytes).', '{file} 是二进制文件（{size} 字节）。'],
  [
    '{file} is an image of {size} bytes; at most {most} are read.',
    '{file} 是 {size} 字节的图片；最多读取 {most} 字节。',
  ],
  ['{file} has {count} lines; there are no lines {from} to {to}.', '{file} 有 {count} 行；没有第 {from} 到 {to} 行。'],
  ['There is something at {place} already.', '{place} 处已有东西。'],
  ['There is no terminal {terminal} in this session.', '这个会话里没有终端 {terminal}。'],
  ['There is no tool "{name}". The tools are: {names}.', '没有工具“{name}”。可用的工具：{names}。'],
  ['The arguments of {name} are not JSON: {why}.', '{name} 的参数不是 JSON：{why}。'],
  ['The arguments of {name} are wrong. {why}', '{name} 的参数有误。{why}'],
  ['The questions were dismissed without an answer.', '问题被关闭，没有回答。'],
  ['The file is inside the workspace.', '文件在工作区内。'],
  ['Commands run inside the workspace; they cannot run in {place}.', '命令只在工作区里运行，不能在 {place} 运行。'],
  ['It was stopped because the turn was cancelled.', '回合已取消，所以停止了它。'],
  ['The patch names a file twice. Nothing was changed.', '补丁两次提到同一个文件。没有任何改动。'],
  ['old_string and new_string are the same.', 'old_string 与 new_string 相同。'],
  [
    'old_string was not found. Read the file again: it must be copied exactly as it stands.',
    '没有找到 old_string。请重新读取文件：必须照原样复制。',
  ],
  [
    'old_string was not found. Line {line} differs from it only in blanks: copy the text exactly as it stands.',
    '没有找到 old_string。第 {line} 行只有空白不同：请照原样复制。',
  ],
  [
    'old_string occurs {count} times (lines {lines}). Include more of what surrounds the one you mean, or set replace_all.',
    'old_string 出现 {count} 次（第 {lines} 行）。请多包含一些上下文，或设置 replace_all。',
  ],
  ['ripgrep is not installed for this machine.', '这台机器没有安装 ripgrep。'],
]

/** “无法{did}”里的动词。 */
export const zhCNProblemWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  did: {
    read: '读取',
    list: '列出',
    edit: '编辑',
    create: '新建',
    overwrite: '覆盖',
    delete: '删除',
    move: '移动',
    write: '写入',
    search: '搜索',
  },
}
