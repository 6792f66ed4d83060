import { isWithin } from './path-relation.ts'

/** A mount as `/proc/PID/mountinfo` tells it, with that file's own escapes. */
interface ListedMount {
  readonly device: string
  readonly root: string
  readonly at: string
}

function listedMounts(mountinfo: string): ListedMount[] {
  return mountinfo.split('\n').flatMap((line) => {
    const [, , device, root, at] = line.split(' ')
    return device === undefined || root === undefined || at === undefined ? [] : [{ device, root, at }]
  })
}

/** As the kernel writes a path into `mountinfo`. */
function escaped(path: string): string {
  return path.replace(/[ \t\n\\]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`)
}

const joined = (folder: string, rest: string) => (folder === '/' ? rest || '/' : folder + rest)

/**
 * How the kernel lists a mount that shows `path` at `path` itself: `DEVICE ROOT PLACE`, made of the text alone, so that nobody
 * who changes the disk meanwhile can change it. `mountinfo` is the host's own. Undefined where that names no mount.
 */
export function mountRecord(path: string, mountinfo: string): string | undefined {
  const text = escaped(path)
  let around: ListedMount | undefined
  for (const mount of listedMounts(mountinfo)) {
    if (isWithin(text, mount.at) && (around === undefined || mount.at.length >= around.at.length)) around = mount
  }
  if (around === undefined) return undefined
  const rest = around.at === '/' ? text : text.slice(around.at.length)
  return `${around.device} ${joined(around.root, rest === '/' ? '' : rest)} ${text}`
}

/**
 * Program text for bash inside the sandbox, before the command: `COUNT RECORD… COMMAND…`. Bubblewrap finds what it mounts by
 * name, and another command of the same workspace may change what a name leads to while it does (a folder for a link to the
 * home, back and forth). Where a mount is not of the files it was meant to be, the command does not start.
 */
export const mountCheck = `count=$1
shift
wanted=("\${@:1:count}")
shift "$count"
seen=$'\\n'
while read -r _ _ device root at _; do seen+="$device $root $at"$'\\n'; done </proc/self/mountinfo
for each in "\${wanted[@]}"; do
  if [[ $seen != *$'\\n'"$each"$'\\n'* ]]; then
    echo 'Not run: a folder was replaced while the sandbox was being made. Try again when nothing else changes it.' >&2
    exit 126
  fi
done
exec "$@"`
