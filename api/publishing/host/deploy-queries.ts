import type { ISql } from 'postgres'

/** Leases the call for 30 s. Returns the digest of the last call or null; undefined if another process leases it. */
export async function claimDeployCall(sql: ISql, claim: string): Promise<string | null | undefined> {
  const [row] = await sql<Array<{ content: string | null }>>`
    update deploy_calls
    set claimed_by = ${claim}, claimed_until = now() + interval '30 seconds'
    where claimed_until is null or claimed_until < now()
    returning content
  `
  return row?.content
}

export async function recordDeployCall(sql: ISql, content: string): Promise<void> {
  await sql`update deploy_calls set content = ${content}, called_at = now()`
}

export async function releaseDeployCall(sql: ISql, claim: string): Promise<void> {
  await sql`update deploy_calls set claimed_until = null where claimed_by = ${claim}`
}
