export function ActivityPane({ session }: { session: string }) {
  return <div>{session}</div>
}
