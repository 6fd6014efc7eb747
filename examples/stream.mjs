// Print each verdict of a table: node examples/stream.mjs http://127.0.0.1:8765 TOKEN
const [url, token] = process.argv.slice(2);
const answer = await fetch(new URL("/api/v1/stream", url), { headers: { Authorization: `Bearer ${token}` } });
let rest = "";
for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + part).split("\n");
  rest = lines.pop();
  for (const line of lines.filter((each) => each.startsWith("data: "))) {
    const { event, data } = JSON.parse(line.slice(6));
    if (event === "verdict") console.log(data.title);
  }
}
