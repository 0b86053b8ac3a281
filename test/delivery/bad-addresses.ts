/** Texts that are no plain e-mail address: known ways to send mail to somebody else. */
export const badAddresses: readonly string[] = [
  ...['a@b.example\r\nBcc: c@d.example', 'a@b.example\n\nbody', 'a\r@b.example', 'a\0@b.example', 'a@b.example\u2028'],
  ...[
    'a@b.example>\r\nRCPT TO:<c@d.example',
    'a@b.example> NOTIFY=NEVER',
    'a@b.example\r\nDATA\r\n',
    '<a@b.example\r\n>',
  ],
  ...['a@b.example, c@d.example', 'a@b.example;c@d.example', 'a b@c.example', '"a"@b.example', 'a@b@c.example'],
  ...['<a@b.example>', 'a <a@b.example>', 'a(b)@c.example', 'group:a@b.example', '@b.example', 'a@', 'a', ''],
  ...[
    '"c@d.example\r\n"@b.example',
    '"c@d.example,"a@b.example',
    '@x.example:a@b.example',
    'c%d.example@',
    ' a@b.example',
  ],
  ...['a@-b.example', 'a@b..example', 'a@[127.0.0.1]', 'bücher@b.example', 'a@bücher.example'],
  ...[`${'a'.repeat(65)}@b.example`, `a@${'b.'.repeat(130)}example`],
];
