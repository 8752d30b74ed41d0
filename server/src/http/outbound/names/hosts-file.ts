import { isIP } from "node:net"

/** The addresses of a name in a hosts file, which is /etc/hosts or as that of Windows. */
export function addressesInHosts(text: string, host: string): readonly string[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().split(/\s+/)
    const isIt = names.some((name) => name.toLowerCase() === host)
    // With the name of an interface (`fe80::1%lo0`) it could not be compared with networks.
    return isIt && isIP(address) > 0 && !address.includes("%") ? [address] : []
  })
}
