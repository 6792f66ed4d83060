/** Monaco as far as a read-only diff needs it; only what is imported here ends up in its chunk. */
import EditorWorker from 'monaco-editor/editor/editor.worker?worker'
import 'monaco-editor/features/clipboard/register'
import 'monaco-editor/features/codicon/register'
import 'monaco-editor/features/contextmenu/register'
import 'monaco-editor/features/diffEditor/register'
import 'monaco-editor/features/find/register'
import './languages.ts'

globalThis.MonacoEnvironment = { getWorker: () => new EditorWorker() }

export { editor, KeyCode, Uri } from 'monaco-editor/editor'
