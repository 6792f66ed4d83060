/** Backing services a client authenticates for (SPEC 26); field names are those of RFC 9728. */
import { z } from 'zod'

/** A service a client gets a token for; `required` defaults to true. */
export const ProtectedResourceMetadata = z.object({
  resource: z.string(),
  resource_name: z.optional(z.string()),
  authorization_servers: z.optional(z.array(z.string())),
  jwks_uri: z.optional(z.string()),
  scopes_supported: z.optional(z.array(z.string())),
  bearer_methods_supported: z.optional(z.array(z.string())),
  resource_signing_alg_values_supported: z.optional(z.array(z.string())),
  resource_documentation: z.optional(z.string()),
  resource_policy_uri: z.optional(z.string()),
  resource_tos_uri: z.optional(z.string()),
  required: z.optional(z.boolean()),
})
export type ProtectedResourceMetadata = z.infer<typeof ProtectedResourceMetadata>
