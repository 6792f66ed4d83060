import { z } from 'zod'
import type { SessionConfigSchema, SessionConfigState } from '../../protocol/channels/session/config.ts'
import { SystemPrompt } from '../../protocol/model-facts.ts'
import { permissionLevels } from '../../protocol/roadstead.ts'
import { check } from '../../protocol/schema.ts'

/** What a session can be set to. Security settings are here, never in the root config (DESIGN, Beyond the protocol). */
export const SessionConfigValues = z.object({
  permissionLevel: z.enum(permissionLevels),
  /** Nobody watches: a command over its time limit is ended instead of offered to the background. */
  unattended: z.boolean(),
  systemPrompt: z.optional(SystemPrompt),
  /** The scripted agent's replies. */
  script: z.optional(z.record(z.string(), z.unknown())),
})
export type SessionConfigValues = z.infer<typeof SessionConfigValues>

const systemPrompt: SessionConfigSchema['properties'][string] = {
  type: 'object',
  title: 'System prompt',
  description: 'Your own words for the agent: after its system text (append), or in its place (replace).',
  properties: {
    mode: { type: 'string', title: 'Mode', enum: ['append', 'replace'] },
    text: { type: 'string', title: 'Text' },
  },
  required: ['mode', 'text'],
}

/** The property set of a provider, as `resolveSessionConfig` answers it. */
export function configSchemaFor(provider: string): SessionConfigSchema {
  return {
    type: 'object',
    properties: {
      permissionLevel: {
        type: 'string',
        title: 'Permission level',
        description: 'What happens when policy does not vouch for a call.',
        enum: [...permissionLevels],
        enumLabels: ['Ask every time', 'Sandboxed', 'Auto-approve', 'Autopilot'],
        enumDescriptions: [
          'Every call that is not plainly harmless waits for you.',
          'Commands run inside the sandbox without asking; what would leave it asks.',
          'Calls run without asking, except those that always need a person.',
          'Nothing waits for you; what always needs a person is refused.',
        ],
        sessionMutable: true,
      },
      unattended: {
        type: 'boolean',
        title: 'Unattended',
        description: 'Nobody watches: commands over their time limit are ended.',
        default: false,
      },
      ...(provider === 'builtin' ? { systemPrompt } : {}),
      ...(provider === 'scripted'
        ? { script: { type: 'object' as const, title: 'Script', description: 'Replies of the scripted agent.' } }
        : {}),
    },
  }
}

/** Values with defaults. `problem` names the property. Sandboxed is the default only where the sandbox passed its self-test. */
export function resolveConfig(
  provider: string,
  given: Readonly<Record<string, unknown>> | undefined,
  sandboxAvailable: boolean,
): { kind: 'resolved'; config: SessionConfigState } | { kind: 'bad'; problem: string } {
  const schema = configSchemaFor(provider)
  const unknown = Object.keys(given ?? {}).find((key) => !Object.hasOwn(schema.properties, key))
  if (unknown !== undefined)
    return { kind: 'bad', problem: `config.${unknown}: there is no such setting for ${provider}` }
  const values = { permissionLevel: sandboxAvailable ? 'sandboxed' : 'ask', unattended: false, ...given }
  const checked = check(SessionConfigValues, values)
  if (!checked.ok) return { kind: 'bad', problem: `config.${checked.problem}` }
  return { kind: 'resolved', config: { schema, values } }
}

/** The settings of a running session; what is not readable counts as the strictest. */
export function configValuesOf(values: Readonly<Record<string, unknown>> | undefined): SessionConfigValues {
  const checked = check(SessionConfigValues, values)
  return checked.ok ? checked.value : { permissionLevel: 'ask', unattended: true }
}
