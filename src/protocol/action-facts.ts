/** What every channel says about its actions (SPEC 7.2, 3.1). */
export type ActionFacts = {
  /** `host`: only the host may send it. `anyone`: a client may dispatch it too. */
  from: 'host' | 'anyone'
  /** The first release that had the action. */
  since: string
}
