# Application template (`rails new --template`): Devise and Doorkeeper as their guides install them, with the values of the JSON in MARKET.
require 'json'
market = JSON.parse(ENV.fetch('MARKET'))

gsub_file 'Gemfile', /^.*byebug.*\n/, ''
%w[devise doorkeeper doorkeeper-openid_connect].each { |name| gem name }
run 'bundle install --local --quiet', abort_on_failure: true

# One process for all generators: `bin/rails generate` would start Rails for each.
file 'tmp/generate.rb', <<~RUBY
  Rails.application.load_generators
  [
    ['devise:install'], ['devise', 'User', 'seller_id:string'],
    ['doorkeeper:install'], ['doorkeeper:migration'], ['doorkeeper:pkce'],
    ['doorkeeper:openid_connect:install'], ['doorkeeper:openid_connect:migration']
  ].each { |name, *arguments| Rails::Generators.invoke(name, arguments) }
RUBY
rails_command 'runner tmp/generate.rb', abort_on_failure: true
# The comment there says so, for refresh tokens that work once.
gsub_file Dir['db/migrate/*_create_doorkeeper_tables.rb'].first, /^.*:previous_refresh_token.*$/, ''

remove_file 'config/initializers/doorkeeper.rb'
initializer 'doorkeeper.rb', <<~'RUBY'
  Doorkeeper.configure do
    orm :active_record
    resource_owner_authenticator { current_user || warden.authenticate!(scope: :user) }
    default_scopes 'seller-api:pricing:read'
    optional_scopes 'seller-api:notifications:read', 'seller-api:notifications:write', 'openid', 'offline_access'
    use_refresh_token { |context| context.scopes.exists?('offline_access') }
    # By default an application introspects only its own tokens.
    allow_token_introspection { |_token, client, _authorized_token| client&.uid == 'seller-service' }
    custom_introspection_response do |token, context|
      # Doorkeeper finds refresh tokens here, too, and calls them Bearer tokens.
      next { active: false } unless token.token == context.params[:token]

      user = User.find_by(id: token.resource_owner_id)
      user ? { sub: user.id.to_s, seller_id: user.seller_id } : { gty: 'client_credentials', seller_id: token.application.uid }
    end
  end
RUBY

remove_file 'config/initializers/doorkeeper_openid_connect.rb'
initializer 'doorkeeper_openid_connect.rb', <<~RUBY
  Doorkeeper::OpenidConnect.configure do
    issuer #{market['issuer'].dump}
    signing_key OpenSSL::PKey::RSA.generate(2048).to_pem
    subject_types_supported [:public]
    resource_owner_from_access_token { |access_token| User.find_by(id: access_token.resource_owner_id) }
    auth_time_from_resource_owner { |_user| nil }
    subject { |user, _application| user.id }
  end
RUBY

file 'db/seeds.rb', <<~RUBY, force: true
  market = JSON.parse(ENV.fetch('MARKET'))
  User.create!(market['account'])
  market['applications'].each { |application| Doorkeeper::Application.create!(application) }
RUBY
rails_command 'db:migrate db:seed', abort_on_failure: true
