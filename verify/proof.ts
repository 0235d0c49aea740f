import { formatInstant } from '#core/fairness/instant'
import { verifyEd25519 } from '#core/fairness/signatures'
import { type ProofProblem, checkProof } from '#core/fairness/tlog/check-proof'
import { parseProofFile } from '#core/fairness/tlog/proof-file'
import { readPolicy } from './policy-file.ts'
import { readBytes, readText, Unreadable } from './source.ts'

const problems: Readonly<Record<ProofProblem, string>> = {
  'no-entry': 'the file does not hold the entry; name it with --entry',
  'checkpoint-malformed': 'the checkpoint cannot be read',
  'log-unknown': 'the policy does not name the log that made the checkpoint',
  'log-signature-false': 'the checkpoint is not signed by the log',
  'cosignature-false': 'a witness’s cosignature is false',
  'entry-not-included': 'the entry is not in the tree that the checkpoint names',
  'quorum-missed': 'too few of the policy’s witnesses cosigned the checkpoint',
}

type Given = {
  readonly file: string | undefined
  readonly policy: string | undefined
  readonly entry: string | undefined
  readonly json: boolean
}

/** Checks a `.tlog-proof` file of whatever log against a policy, and prints what was found. */
export async function runProof({ file, policy, entry, json }: Given, print: (line: string) => void): Promise<number> {
  if (!file || !policy) throw new Unreadable('proof needs a .tlog-proof file and --policy <file>')
  const proof = parseProofFile(await readText(file))
  if (!proof) throw new Unreadable(`${file} is not a proof file (c2sp.org/tlog-proof@v1)`)
  const content = entry === undefined ? null : new Uint8Array(await readBytes(entry))
  const trusted = await readPolicy(policy)
  const { problem, checkpoint, cosigned } = checkProof({
    file: proof,
    policy: trusted,
    entry: content,
    verify: verifyEd25519,
  })
  if (json) {
    const witnesses = [...cosigned].map(([{ name, key }, seconds]) => ({
      name,
      key: key.name,
      at: formatInstant(seconds * 1_000),
    }))
    const log = checkpoint && { origin: checkpoint.origin, size: checkpoint.size }
    print(JSON.stringify({ verdict: problem ? 'fail' : 'pass', problem, log, index: proof.index, witnesses }))
    return problem ? 1 : 0
  }
  if (checkpoint) print(`${checkpoint.origin}: entry ${proof.index} of ${checkpoint.size}`)
  for (const [{ name, key }, seconds] of cosigned)
    print(`  ${name} (${key.name}) cosigned it at ${formatInstant(seconds * 1_000)}`)
  if (!problem && trusted.quorum === null) print('  the policy asks for no witness')
  print(problem ? `FAILS: ${problems[problem]}.` : 'Holds.')
  return problem ? 1 : 0
}
