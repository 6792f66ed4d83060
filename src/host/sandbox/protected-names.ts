/** Names nobody may write through a command (attacks README, P6): git's own folder, our settings, MCP servers. */
const denyNames = ['.git', '.roadstead', '.mcp.json'] as const

/** Names a person would be asked about (P6). Nobody can be asked from inside a running command, so they are read-only there. */
const askNames = [
  '.vscode',
  '.idea',
  '.husky',
  '.github',
  '.devcontainer',
  '.envrc',
  '.npmrc',
  '.gitmodules',
  '.gitattributes',
] as const

/** Both lists. */
export const protectedNames: readonly string[] = [...denyNames, ...askNames]

/** Entries of a home that hold secrets (P7), relative to it. Never mounted, whatever asks for it. */
export const secretsInHome: readonly string[] = [
  '.ssh',
  '.aws',
  '.gnupg',
  '.kube',
  '.netrc',
  '.config/gh',
  '.docker',
  '.local/share/roadstead',
  '.local/share/keyrings',
  '.password-store',
  '.mozilla',
  '.config/gcloud',
  '.azure',
  '.npmrc',
  '.pypirc',
  '.cargo/credentials.toml',
  '.m2/settings.xml',
]

/** System files that hold secrets (P7 and their like). Root could read them without any capability, because it owns them. */
export const systemSecrets: readonly string[] = [
  '/etc/shadow',
  '/etc/shadow-',
  '/etc/gshadow',
  '/etc/gshadow-',
  '/etc/sudoers',
  '/etc/sudoers.d',
  '/etc/ssh',
  '/etc/ssl/private',
  '/etc/pki/tls/private',
  '/etc/letsencrypt',
  '/etc/krb5.keytab',
  '/etc/NetworkManager/system-connections',
  '/etc/wireguard',
  '/etc/openvpn',
  '/etc/docker',
  '/etc/kubernetes',
  '/etc/apt/auth.conf',
  '/etc/apt/auth.conf.d',
]
