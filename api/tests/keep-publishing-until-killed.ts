import { openPublisher } from '../publishing/publisher.ts'

// A separate process for tests that kill it: publishes in a loop. Its argument is the options of the publisher as JSON.
const quiet = { log: () => {}, logger: { error: () => {} } }
const publisher = await openPublisher({ ...JSON.parse(process.argv[2] ?? ''), ...quiet })
process.send?.('open')
for (;;) {
  const outcome = await publisher.publish()
  if (outcome.state === 'failed') throw outcome.error
}
