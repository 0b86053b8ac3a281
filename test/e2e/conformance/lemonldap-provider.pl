#!/usr/bin/perl
# The portal of LemonLDAP::NG, `lemonldap-provider.pl PORT FOLDER`, with its own sign-in and consent pages. Standard input
# brings its configuration as JSON: what an administrator fills in on the pages of its manager. A PSGI server serves it, and
# the static files, in place of Apache or nginx. Accounts are those of its demonstration: the password is the name.
use strict;
use warnings;
use JSON::PP;
use Plack::Builder;
use Twiggy::Server;

my ( $port, $folder ) = @ARGV;
my $given = decode_json( do { local $/; <STDIN> } );

mkdir "$folder/$_" for qw(conf cache sessions sessions/lock);
write_file( "$folder/conf/lmConf-1.json", encode_json( configuration() ) );
write_file( "$folder/lemonldap-ng.ini", <<"INI" );
[all]
logLevel = warn
logger = Lemonldap::NG::Common::Logger::Std
userLogger = Lemonldap::NG::Common::Logger::Std
[configuration]
type = File
dirName = $folder/conf
[portal]
staticPrefix = /static
templateDir = /usr/share/lemonldap-ng/portal/templates
languages = en
INI

# Read when the modules load.
$ENV{LLNG_DEFAULTCONFFILE} = "$folder/lemonldap-ng.ini";
require Lemonldap::NG::Portal::Main;
require Lemonldap::NG::Portal::UserDB::Demo;
no warnings 'once';
$Lemonldap::NG::Portal::UserDB::Demo::demoAccounts{$_} = { uid => $_, cn => $_, mail => "$_\@store.example" }
  for @{ $given->{accounts} };

my $portal = Lemonldap::NG::Portal::Main->run( {} );
my $app    = builder {
    enable 'Static', path => sub { s{^/static/}{} }, root => '/usr/share/lemonldap-ng/portal/htdocs/static/';
    enable 'Static', path => sub { s{^/javascript/}{} }, root => '/usr/share/javascript/';
    $portal;
};
my $server = Twiggy::Server->new( host => '127.0.0.1', port => $port );
$server->register_service($app);
$| = 1;
print "listening\n";
AnyEvent->condvar->recv;

# What has no default, or one below /var, and what was given.
sub configuration {
    my $sessions = { Directory => "$folder/sessions", LockDirectory => "$folder/sessions/lock" };
    return {
        cfgNum                   => 1,
        cfgDate                  => time,
        key                      => 'only for this test run',
        portal                   => "http://127.0.0.1:$port/",
        domain                   => '127.0.0.1',
        authentication           => 'Demo',
        userDB                   => 'Same',
        passwordDB               => 'Null',
        demoExportedVars         => { uid => 'uid', cn => 'cn', mail => 'mail' },
        globalStorage            => 'Apache::Session::File',
        globalStorageOptions     => $sessions,
        persistentStorage        => 'Apache::Session::File',
        persistentStorageOptions => $sessions,
        localSessionStorage      => 'Cache::FileCache',
        localSessionStorageOptions => { namespace => 'sessions', cache_root => "$folder/cache" },
        locationRules            => { '127.0.0.1' => { default => 'accept' } },
        %{ $given->{configuration} },
    };
}

sub write_file {
    my ( $name, $text ) = @_;
    open my $file, '>', $name or die "$name: $!";
    print $file $text;
    close $file or die "$name: $!";
}
