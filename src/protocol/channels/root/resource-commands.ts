/** Commands on files and folders; either side may ask the other (SPEC 22). */
import { z } from 'zod'
import { openEnum } from '../../schema.ts'
import { BoundedUri, FreeObject, Uri } from '../../values.ts'

export const ContentEncoding = openEnum(['base64', 'utf-8'])
export type ContentEncoding = z.infer<typeof ContentEncoding>

export const ResourceWriteMode = openEnum(['truncate', 'append', 'insert'])
export type ResourceWriteMode = z.infer<typeof ResourceWriteMode>

export const ResourceType = openEnum(['file', 'directory', 'symlink'])
export type ResourceType = z.infer<typeof ResourceType>

export const DirectoryEntry = z.object({
  name: z.string(),
  type: openEnum(['file', 'directory']),
})
export type DirectoryEntry = z.infer<typeof DirectoryEntry>

/** `encoding` is a wish. */
export const ResourceReadParams = z.object({
  channel: BoundedUri,
  uri: BoundedUri,
  encoding: z.optional(ContentEncoding),
  _meta: z.optional(FreeObject),
})
export type ResourceReadParams = z.infer<typeof ResourceReadParams>

export const ResourceReadResult = z.object({
  data: z.string(),
  encoding: ContentEncoding,
  contentType: z.optional(z.string()),
})
export type ResourceReadResult = z.infer<typeof ResourceReadResult>

/** `position` in bytes, from the start, or from the end when `mode` is `append`; `ifMatch` is an etag. */
export const ResourceWriteParams = z.object({
  channel: BoundedUri,
  uri: BoundedUri,
  data: z.string(),
  encoding: ContentEncoding,
  contentType: z.optional(z.string()),
  createOnly: z.optional(z.boolean()),
  mode: z.optional(ResourceWriteMode),
  position: z.optional(z.int().min(0)),
  ifMatch: z.optional(z.string()),
  _meta: z.optional(FreeObject),
})
export type ResourceWriteParams = z.infer<typeof ResourceWriteParams>

export const ResourceWriteResult = z.object({})
export type ResourceWriteResult = z.infer<typeof ResourceWriteResult>

/** Only folders. */
export const ResourceListParams = z.object({
  channel: BoundedUri,
  uri: BoundedUri,
  _meta: z.optional(FreeObject),
})
export type ResourceListParams = z.infer<typeof ResourceListParams>

export const ResourceListResult = z.object({
  entries: z.array(DirectoryEntry),
})
export type ResourceListResult = z.infer<typeof ResourceListResult>

/** Overwrites unless `failIfExists`. */
export const ResourceCopyParams = z.object({
  channel: BoundedUri,
  source: BoundedUri,
  destination: BoundedUri,
  failIfExists: z.optional(z.boolean()),
  _meta: z.optional(FreeObject),
})
export type ResourceCopyParams = z.infer<typeof ResourceCopyParams>

export const ResourceCopyResult = z.object({})
export type ResourceCopyResult = z.infer<typeof ResourceCopyResult>

/** A folder that is not empty needs `recursive`. */
export const ResourceDeleteParams = z.object({
  channel: BoundedUri,
  uri: BoundedUri,
  recursive: z.optional(z.boolean()),
  _meta: z.optional(FreeObject),
})
export type ResourceDeleteParams = z.infer<typeof ResourceDeleteParams>

export const ResourceDeleteResult = z.object({})
export type ResourceDeleteResult = z.infer<typeof ResourceDeleteResult>

/** Overwrites unless `failIfExists`. */
export const ResourceMoveParams = z.object({
  channel: BoundedUri,
  source: BoundedUri,
  destination: BoundedUri,
  failIfExists: z.optional(z.boolean()),
  _meta: z.optional(FreeObject),
})
export type ResourceMoveParams = z.infer<typeof ResourceMoveParams>

export const ResourceMoveResult = z.object({})
export type ResourceMoveResult = z.infer<typeof ResourceMoveResult>

/** Also the check whether something exists. */
export const ResourceResolveParams = z.object({
  channel: BoundedUri,
  uri: BoundedUri,
  followSymlinks: z.optional(z.boolean()),
  _meta: z.optional(FreeObject),
})
export type ResourceResolveParams = z.infer<typeof ResourceResolveParams>

/** `size` in bytes; `etag` is for `ifMatch`. */
export const ResourceResolveResult = z.object({
  uri: Uri,
  type: ResourceType,
  size: z.optional(z.number()),
  mtime: z.optional(z.string()),
  ctime: z.optional(z.string()),
  contentType: z.optional(z.string()),
  etag: z.optional(z.string()),
})
export type ResourceResolveResult = z.infer<typeof ResourceResolveResult>

/** Parents included; an existing folder is fine. */
export const ResourceMkdirParams = z.object({
  channel: BoundedUri,
  uri: BoundedUri,
  _meta: z.optional(FreeObject),
})
export type ResourceMkdirParams = z.infer<typeof ResourceMkdirParams>

export const ResourceMkdirResult = z.object({})
export type ResourceMkdirResult = z.infer<typeof ResourceMkdirResult>

/** Asks for access; neither flag means read. */
export const ResourceRequestParams = z.object({
  channel: BoundedUri,
  uri: BoundedUri,
  read: z.optional(z.boolean()),
  write: z.optional(z.boolean()),
  _meta: z.optional(FreeObject),
})
export type ResourceRequestParams = z.infer<typeof ResourceRequestParams>

export const ResourceRequestResult = z.object({})
export type ResourceRequestResult = z.infer<typeof ResourceRequestResult>
