/** What `/` shows until there is a built Studio: a page that asks again by itself. */
export const waitingPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="2">
<title>The Studio is being built</title>
<p>The Studio is being built. This page reloads by itself.</p>
</html>
`
