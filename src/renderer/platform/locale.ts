/** The languages the page speaks. */
export type Locale = 'en' | 'zh-CN'
