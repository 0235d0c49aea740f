/**
 * The addresses that may become a worker; the content security policy allows this Trusted Types policy and no other.
 */
const ours = /^\/(sw|assets\/(small|whole|owed)-checker-[\w-]+)\.js$/

type Policies = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ) => { createScriptURL: (address: string) => unknown }
}

// Not every browser has Trusted Types yet, nor does the build that draws the first page.
const { trustedTypes } = globalThis as { trustedTypes?: Policies }

const policy = trustedTypes?.createPolicy('clearball-worker', {
  createScriptURL: (address) => {
    // While developing, scripts have the addresses of their sources.
    if (!ours.test(address) && !import.meta.env.DEV) throw new TypeError(`${address} is no worker of ours`)
    return address
  },
})

/** An address in the form in which the browser takes it for a script. */
export function workerAddress(address: string): string {
  return (policy?.createScriptURL(address) ?? address) as string
}
