/** Programs by what the command rules say about them; all compared in lower case (attacks README, C10–G16). */

const set = (names: string) => new Set(names.split(' '))

export const raisesRights = set('sudo sudoedit su doas pkexec run0 gosu')
export const stopsMachine = set('shutdown reboot halt poweroff fdisk wipefs')
/** Run what their operands name (C10, C11, find). */
export const runsOperands = set(
  'command builtin nohup time nice timeout stdbuf setsid ionice env exec coproc xargs watch parallel script flock strace ltrace busybox toybox chroot unshare nsenter systemd-run ssh find fd eval source . trap then do else',
)
export const leavesSandbox = set('chroot nsenter systemd-run ssh')
export const shells = set('sh bash dash ash zsh ksh mksh fish csh tcsh pwsh')
export const interpreters = set(
  'python python2 python3 pypy pypy3 node nodejs deno bun perl ruby php lua luajit tclsh osascript rscript expect awk gawk mawk nawk',
)
export const network = set(
  'curl wget nc ncat netcat socat telnet ftp scp sftp rsync ping nslookup dig host drill traceroute whois openssl',
)
export const packageRunners = set('npx bunx pnpx uvx pipx')
export const packageManagers = set('npm pnpm yarn pip pip3 bun cargo gem go apt apt-get brew')
export const installs = set('exec x install i add ci publish dlx update upgrade download')
export const writers = set('tee touch mkdir rmdir cp mv install truncate ln rm')
export const readers = set(
  'ls cat head tail wc cut uniq stat du file grep egrep fgrep rg find sort tree diff less more jq sed cmp xxd od strings base64 sha256sum md5sum',
)
export const system = set('crontab at batch systemctl launchctl docker podman kill pkill killall chown chgrp')
/** At the start of a command these words belong to the shell's grammar, not to the command. */
export const reserved = set('if then elif else fi while until do done { } ! esac')

/** Git subcommands that rewrite or delete history, throw work away, or touch a remote (of G2, the ones that always need a person). */
export const gitAlways = set(
  'push reset clean filter-branch filter-repo reflog update-ref gc prune rebase replace notes fetch pull clone ls-remote remote send-pack receive-pack stash tag branch worktree submodule',
)
export const gitPerson = set(
  'checkout switch restore config difftool mergetool instaweb daemon hook bisect merge cherry-pick revert am apply rm mv',
)
