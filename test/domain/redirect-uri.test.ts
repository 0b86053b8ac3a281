import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { redirectUriProblem, webUriProblem } from '../../src/domain/authorization/redirect-uri.ts';
import { badRedirectUris, goodRedirectUris } from './redirect-uris.ts';

describe('a redirect_uri', () => {
  for (const uri of goodRedirectUris) {
    test(`is accepted: ${uri.slice(0, 60)}`, () => assert.equal(redirectUriProblem(uri), undefined));
  }
  for (const [uri, reason] of badRedirectUris) {
    test(`is rejected: ${JSON.stringify(uri).slice(0, 60)}`, () => assert.match(redirectUriProblem(uri) ?? '', reason));
  }

  test('that is only shown (client_uri, logo_uri) has no private scheme', () => {
    assert.equal(webUriProblem('https://app.example.com/logo.png'), undefined);
    for (const uri of ['com.example.app:/x', 'javascript:1', 'http://app.example.com', 'x'])
      assert.ok(webUriProblem(uri));
  });
});
