import { textOf } from '../command.js';
import { EXIT } from '../problem.js';
import { Profile } from '../profile.js';
export const logout = {
    name: 'logout',
    summary: 'Removes the stored access from this machine.',
    details: 'The access itself goes on until you withdraw it at the identity provider, on the page of connected applications.',
    examples: ['logout', 'logout --profile shop2'],
    async run(call) {
        const { terminal, environment } = call;
        const profile = new Profile(environment, textOf(call, 'profile'));
        const grantsUrl = (await profile.signIn().catch(() => undefined))?.grantsUrl;
        const wasSignedIn = await profile.remove();
        if (terminal.json)
            terminal.printJson({ wasSignedIn, ...(grantsUrl && { grantsUrl }) });
        else
            terminal.print(wasSignedIn ? 'You are signed out.' : 'Nobody was signed in.');
        if (wasSignedIn && grantsUrl)
            terminal.note(`To withdraw the access everywhere: ${grantsUrl}`);
        return EXIT.done;
    },
};
