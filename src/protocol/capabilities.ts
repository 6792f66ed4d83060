/** What host and client tell each other in the handshake (SPEC 4). */
import { z } from 'zod'

/** Information only: nothing may depend on it. */
export const Implementation = z.object({
  name: z.string(),
  version: z.optional(z.string()),
  title: z.optional(z.string()),
})
export type Implementation = z.infer<typeof Implementation>

/** Presence of an empty object is the flag. */
export const ClientCapabilities = z.object({
  mcpApps: z.optional(z.object({})),
})
export type ClientCapabilities = z.infer<typeof ClientCapabilities>

/** URIs, or RFC 6570 templates, of the telemetry channels. */
export const TelemetryCapabilities = z.object({
  logs: z.optional(z.string()),
  traces: z.optional(z.string()),
  metrics: z.optional(z.string()),
})
export type TelemetryCapabilities = z.infer<typeof TelemetryCapabilities>

/** Presence means the host has the automations channel. */
export const AutomationCapabilities = z.object({
  create: z.optional(z.object({})),
  schedules: z.optional(z.object({ minIntervalMinutes: z.optional(z.number()) })),
  runCancellation: z.optional(z.object({})),
  runHistoryLimit: z.optional(z.number()),
  customizations: z.optional(z.object({})),
})
export type AutomationCapabilities = z.infer<typeof AutomationCapabilities>

/** How long, in milliseconds, the host may hold back and merge updates. */
export const SubscriptionDeliveryOptions = z.object({
  maxLatencyMs: z.optional(z.number()),
})
export type SubscriptionDeliveryOptions = z.infer<typeof SubscriptionDeliveryOptions>

/** About how many of the latest turns a chat snapshot should hold; absent means all. */
export const SubscribeView = z.object({
  turns: z.optional(z.number()),
})
export type SubscribeView = z.infer<typeof SubscribeView>
