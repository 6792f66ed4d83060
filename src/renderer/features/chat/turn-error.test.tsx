import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ErrorInfo } from '../../../protocol/values.ts'
import { OpenSettingsContext } from '../../platform/open-settings.ts'
import { TurnError } from './turn-error.tsx'

const failure = (kind: string): ErrorInfo => ({
  errorType: kind,
  message: `It failed: ${kind}.`,
  _meta: { text: { key: `model.${kind}`, params: { provider: 'P', model: 'M', detail: 'd' } } },
})
const buttons = () => screen.queryAllByRole('button').map((button) => button.textContent)

test('a key that is missing or wrong leads to the settings', () => {
  const openSettings = vi.fn<() => void>()
  const resume = vi.fn<() => void>()
  render(
    <OpenSettingsContext value={openSettings}>
      <TurnError error={failure('no-key')} isLatest onResume={resume} onChooseModel={() => {}} />
    </OpenSettingsContext>,
  )
  expect(screen.getByRole('region').textContent).toContain('It failed: no-key.')
  expect(screen.getByRole('region').textContent).toContain('is kept')
  expect(buttons()).toEqual(['Add a key', 'Resume'])
  fireEvent.click(screen.getByText('Add a key'))
  fireEvent.click(screen.getByText('Resume'))
  expect(openSettings).toHaveBeenCalledWith('models', 'P')
  expect(resume).toHaveBeenCalledOnce()
})

test('where another model helps, the choice of one is a step away', () => {
  const choose = vi.fn<() => void>()
  render(<TurnError error={failure('context-too-long')} isLatest onResume={() => {}} onChooseModel={choose} />)
  expect(buttons()).toEqual(['Choose another model', 'Resume'])
  fireEvent.click(screen.getByText('Choose another model'))
  expect(choose).toHaveBeenCalledOnce()
})

test('an error that is over is told, and offers nothing', () => {
  render(<TurnError error={failure('wrong-key')} isLatest={false} onResume={() => {}} onChooseModel={() => {}} />)
  expect(screen.queryByRole('alert')).toBe(null)
  expect(screen.getByText('It failed: wrong-key.')).not.toBe(null)
  expect(buttons()).toEqual([])
})

test('an interrupted turn asks whether to go on only where it can', () => {
  const interrupted: ErrorInfo = {
    errorType: 'interrupted',
    message: 'x',
    _meta: { text: { key: 'interrupted.host-stopped' } },
  }
  const page = render(<TurnError error={interrupted} isLatest onResume={() => {}} />)
  expect(screen.getByRole('region').textContent).toContain('Interrupted when the host stopped. Resume?')
  page.rerender(<TurnError error={interrupted} isLatest />)
  expect(screen.getByRole('region').textContent).not.toContain('Resume?')
})
