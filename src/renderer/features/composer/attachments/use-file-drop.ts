import { useEffect, useRef, useState, type RefObject } from 'react'

/**
 * Takes files that are dropped anywhere on the pane around an element. Answers whether some are being held over it. A file dropped
 * beside every pane is left alone, rather than shown in place of the page.
 */
export function useFileDrop(inside: RefObject<HTMLElement | null>, onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    const pane = inside.current?.closest<HTMLElement>('[data-drop], [data-pane]') ?? inside.current
    if (pane === null) return
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    const isInside = (event: DragEvent) => event.target instanceof Node && pane.contains(event.target)
    /** Beside every pane: nobody takes it. Another pane's is another composer's. */
    const isNobodys = ({ target }: DragEvent) =>
      target instanceof Element && target.closest('[data-drop], [data-pane="session"]') === null
    function onDragOver(event: DragEvent) {
      if (!hasFiles(event) || event.defaultPrevented) return
      const isMine = isInside(event)
      setOver(isMine)
      if (!isMine && !isNobodys(event)) return
      event.preventDefault()
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = isMine ? 'copy' : 'none'
    }
    function onDragLeave(event: DragEvent) {
      if (event.relatedTarget === null) setOver(false)
    }
    function onDrop(event: DragEvent) {
      setOver(false)
      if (!hasFiles(event) || event.defaultPrevented) return
      const isMine = isInside(event)
      if (!isMine && !isNobodys(event)) return
      event.preventDefault()
      const files = [...(event.dataTransfer?.files ?? [])]
      if (isMine && files.length > 0) latest.current(files)
    }
    document.addEventListener('dragover', onDragOver)
    document.addEventListener('dragleave', onDragLeave)
    document.addEventListener('drop', onDrop)
    return () => {
      document.removeEventListener('dragover', onDragOver)
      document.removeEventListener('dragleave', onDragLeave)
      document.removeEventListener('drop', onDrop)
    }
  }, [inside])
  return isOver
}
