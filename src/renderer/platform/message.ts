/** A text of the interface, or its forms by plural category of `count`. */
export type Message = string | { readonly one?: string; readonly other: string }
