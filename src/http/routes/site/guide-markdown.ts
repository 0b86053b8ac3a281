import type { GuideFile, GuideFiles } from './guide-files.ts';
import { siteLinkOf } from './guide-links.ts';
import { guideSections } from './guide-list.ts';

/** A fenced block, or a link outside of one. */
const BLOCK_OR_LINK = /^(`{3,})[^\n]*\n.*?^\1$|!?\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/gms;

/** The guide as Markdown, for programs and language models. Its links lead to the site: to other guides as Markdown, too. */
export function guideMarkdown({ markdown, file }: GuideFile, files: GuideFiles, base: string): string {
  return markdown.replace(BLOCK_OR_LINK, (whole: string, _fence, text: string, link: string | undefined) => {
    if (link === undefined) return whole;
    const { href } = siteLinkOf(link, file, files);
    if (href === undefined) return text;
    const [path = '', fragment] = href.split('#');
    const isGuide = path.startsWith('/guides/') && files.guides.has(path.slice('/guides/'.length));
    const target = `${path.startsWith('/') ? base : ''}${path}${isGuide ? '.md' : ''}`;
    return `${whole.startsWith('!') ? '!' : ''}[${text}](${target}${fragment === undefined ? '' : `#${fragment}`})`;
  });
}

/** `/llms.txt` (llmstxt.org): what there is to read here, for language models that help developers. `url`: the public address. */
export function llmsText(name: string, { guides }: GuideFiles, url: string): string {
  const sections = guideSections.map(({ title, guides: listed }) => {
    const lines = listed.map(
      (guide) => `- [${guides.get(guide.name)?.title}](${url}/guides/${guide.name}.md): ${guide.says}`,
    );
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  return `# ${name}

> Sellers, and the applications they authorize, ask here what they will pay (fee estimates), where they stand (lowest priced offers,
> competitive prices, the buy box), are told when it changes (notifications), and change prices.

Every operation needs an access token from ${url}/auth/v4/token (OAuth 2.0 client credentials, or authorization code with PKCE). Amounts
are decimal numbers with a currency; errors have a code, a message and details that name the field. Ignore members you do not know.

## Interface

- [OpenAPI document](${url}/openapi.json): every operation with its fields, examples, errors and rate limits
- [Postman collection](${url}/postman.json): the same operations with examples to send; many clients read this format
- [Schemas of events](${url}/notifications/v4/schemas): JSON Schema of each kind of event
- [TypeScript SDK](${url}/sdk/marketplace-seller-sdk.tgz): for Node and browsers; \`npm install\` takes this address
- [Python SDK](${url}/sdk/python): for Python 3.11 and later; \`pip install --find-links\` takes this address

${sections.join('\n')}`;
}
