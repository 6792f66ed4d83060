// oxlint-disable-next-line typescript/triple-slash-reference -- an import would turn this declaration into an augmentation
/// <reference path="../../../node_modules/node-pty/node-pty.d.ts" />

/** The package is installed under another name than the one its types declare. */
declare module 'node-pty' {
  export * from '@lydell/node-pty'
}
