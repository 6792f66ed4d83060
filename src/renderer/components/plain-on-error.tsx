import { Component, type ReactNode } from 'react'

interface PlainOnErrorProps {
  readonly text: string
  readonly children: ReactNode
}

/** Shows the text as it is where drawing it fails: one message must not take the page with it. */
export class PlainOnError extends Component<PlainOnErrorProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? <PlainBlock text={this.props.text} /> : this.props.children
  }
}

/** A block of text without any form. */
export function PlainBlock({ text }: { readonly text: string }) {
  return <p className="markdown__plain">{text}</p>
}
