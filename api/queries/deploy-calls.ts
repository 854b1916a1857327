import type { ISql } from 'postgres'

/**
 * Takes the calling of the deploy hook for half a minute. Answers the digest of the content that the host was told of
 * last, null where it never was; undefined while another process has it.
 */
export async function claimDeployCall(sql: ISql): Promise<string | null | undefined> {
  const [row] = await sql<Array<{ content: string | null }>>`
    update deploy_calls
    set claimed_until = now() + interval '30 seconds'
    where claimed_until is null or claimed_until < now()
    returning content
  `
  return row?.content
}

/** Notes of which content the host has been told. */
export async function noteDeployCall(sql: ISql, content: string): Promise<void> {
  await sql`update deploy_calls set content = ${content}, called_at = now()`
}

/** Gives the calling back. */
export async function releaseDeployCall(sql: ISql): Promise<void> {
  await sql`update deploy_calls set claimed_until = null`
}
