/** Takes back what was handed out: a listener, a watch, a subscription. Calling it twice is harmless. */
export type Dispose = () => void
