/**
 * Splits an address with several hosts. The driver reads `postgres://a,b/name` as one host called "a,b"; PostgreSQL's own clients
 * read it as several machines, of which the first that answers and takes writes is meant.
 */
export function addressesOf(url: string): string[] {
  const [, before, hosts, after] = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/.exec(url) ?? []
  if (before === undefined || hosts === undefined || after === undefined) return [url]
  const kept = after.replace(/([?&])target_session_attrs=[^&]*&?/, '$1').replace(/[?&]$/, '')
  return hosts.split(',').map((host) => `${before}${host.trim()}${kept}`)
}
