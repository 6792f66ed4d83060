import { config } from 'zod'

// Zod writes a program for each schema that is used, which takes longer than a host's small messages ever win back: 25 ms of a
// start and 3 MB. It is asked before any schema is made.
config({ jitless: true })
